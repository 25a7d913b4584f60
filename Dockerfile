# The site, read-only: `docker build -t icml2026 . && docker run --rm --read-only -p 8001:8001 icml2026`
FROM python:3.11-slim-bookworm AS build
WORKDIR /package
RUN apt-get update && apt-get install -y --no-install-recommends make && rm -rf /var/lib/apt/lists/*
COPY requirements.lock Makefile ./
RUN make .venv/installed
COPY . .
RUN make build

FROM python:3.11-slim-bookworm
WORKDIR /package
COPY --from=build /package/.venv .venv
COPY --from=build /package/dist dist
COPY --from=build /package/site site
COPY --from=build /package/pipeline pipeline
COPY --from=build /package/datapackage.json .
RUN useradd --system reader
USER reader
ENV PYTHONDONTWRITEBYTECODE=1
EXPOSE 8001
CMD [".venv/bin/python", "-c", "import os; from pathlib import Path; from pipeline import site; os.execv('.venv/bin/datasette', ['datasette', *site.serve_arguments(Path()), '--host', '0.0.0.0'])"]
