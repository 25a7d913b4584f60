"use strict"
// Copies a citation, and says so to those who do not see the button.
for (const button of document.querySelectorAll("button[data-copy]")) {
  const name = button.textContent
  button.addEventListener("click", async () => {
    const text = document.getElementById(button.dataset.copy).textContent
    let said = "Copied"
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      // Not over plain http from another machine: there, the text is selected for Ctrl+C.
      getSelection().selectAllChildren(document.getElementById(button.dataset.copy))
      said = "Selected: press Ctrl+C"
    }
    button.textContent = said
    document.getElementById("copied").textContent = said
    setTimeout(() => { button.textContent = name }, 2000)
  })
}
