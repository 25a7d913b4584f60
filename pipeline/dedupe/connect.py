"""Union of entries into groups, with pairs that must stay apart whatever links them."""

from __future__ import annotations

from collections import defaultdict


class Groups:
    """Disjoint sets of the numbers below `size`."""

    def __init__(self, size: int) -> None:
        self._parent = list(range(size))
        self.members: dict[int, list[int]] = {}
        self._foes: dict[int, set[int]] = defaultdict(set)

    def part(self, left: int, right: int) -> None:
        """From now on no union brings the two together."""
        self._foes[self.find(left)].add(right)
        self._foes[self.find(right)].add(left)

    def find(self, item: int) -> int:
        """The number that stands for the group of `item`."""
        while self._parent[item] != item:
            self._parent[item] = self._parent[self._parent[item]]
            item = self._parent[item]
        return item

    def of(self, item: int) -> list[int]:
        """The group of `item`."""
        root = self.find(item)
        return self.members.get(root, [root])

    def parted(self, left: int, right: int) -> bool:
        """Whether a pair that must stay apart would come together with the two."""
        first, second = self.find(left), self.find(right)
        return any(self.find(foe) == second for foe in self._foes.get(first, ()))

    def union(self, left: int, right: int) -> bool:
        """Whether the two are in one group now."""
        first, second = self.find(left), self.find(right)
        if first == second:
            return True
        if self.parted(first, second):
            return False
        if len(self.of(first)) < len(self.of(second)):
            first, second = second, first
        self.members.setdefault(first, [first]).extend(self.members.pop(second, [second]))
        self._parent[second] = first
        if second in self._foes:
            self._foes[first] |= self._foes.pop(second)
        return True

    def all(self) -> list[list[int]]:
        """The groups, each ascending, by their first numbers."""
        found: dict[int, list[int]] = defaultdict(list)
        for item in range(len(self._parent)):
            found[self.find(item)].append(item)
        return list(found.values())
