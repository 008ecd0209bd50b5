// Keeps a list of mails or events fresh while the page is open, and copies codes.
const list = document.getElementById('mails')
const refreshMs = 1500

async function refresh() {
  const response = await fetch(location.pathname).catch(() => null)
  if (response?.ok) {
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    replaceMails(page.getElementById('mails'))
  }
  setTimeout(refresh, document.hidden ? refreshMs * 4 : refreshMs)
}

function replaceMails(fresh) {
  const known = new Map([...list.children].map((item) => [item.dataset.mail, item]))
  const next = [...fresh.children].map((item) => known.get(item.dataset.mail) ?? document.adoptNode(item))
  for (const item of known.values()) if (!next.includes(item)) item.remove()
  // What stays is not touched: an open letter must neither close nor load again.
  next.forEach((item, at) => {
    if (list.children[at] !== item) list.insertBefore(item, list.children[at] ?? null)
  })
}

document.addEventListener('click', async ({ target }) => {
  const button = target.closest('button')
  if (button?.dataset.copy) {
    await navigator.clipboard.writeText(button.dataset.copy)
    button.textContent = button.dataset.done
  }
  if (button?.id === 'clear') {
    await fetch(button.dataset.to, { method: 'DELETE' })
    location.reload()
  }
})

setTimeout(refresh, refreshMs)
