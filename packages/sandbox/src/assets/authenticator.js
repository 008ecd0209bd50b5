// Keeps the codes fresh while the page is open, copies them, and shows the code of a key that was pasted.
const keys = document.getElementById('keys')
const form = document.getElementById('paste')
const pasted = document.getElementById('pasted')
const refused = document.getElementById('refused')
const refreshMs = 1000
let secret = null

async function refresh() {
  if (!document.hidden) {
    const response = await fetch(location.pathname).catch(() => null)
    if (response?.ok) {
      const page = new DOMParser().parseFromString(await response.text(), 'text/html')
      const fresh = page.getElementById('keys')
      if (fresh.innerHTML !== keys.innerHTML) keys.innerHTML = fresh.innerHTML
    }
    if (secret) await showPasted()
  }
  setTimeout(refresh, refreshMs)
}

async function showPasted() {
  const response = await fetch('/sandbox/api/authenticator', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret }),
  }).catch(() => null)
  if (!response) return
  pasted.hidden = !response.ok
  refused.textContent = response.ok ? '' : form.dataset.refused
  if (!response.ok) {
    secret = null
    return
  }
  const { code, secondsLeft } = await response.json()
  pasted.querySelector('output').textContent = code
  pasted.querySelector('button').dataset.copy = code
  pasted.querySelector('b').textContent = secondsLeft
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  secret = form.elements.secret.value
  void showPasted()
})

document.addEventListener('click', async ({ target }) => {
  const button = target.closest('button[data-copy]')
  if (!button) return
  await navigator.clipboard.writeText(button.dataset.copy)
  button.textContent = button.dataset.done
})

setTimeout(refresh, refreshMs)
