// Keeps the list of mails fresh while the page is open, and copies codes.
const list = document.getElementById('mails')
const refreshMs = 1500

async function refresh() {
  const response = await fetch('/sandbox/mail').catch(() => null)
  if (response?.ok) {
    const page = new DOMParser().parseFromString(await response.text(), 'text/html')
    replaceMails(page.getElementById('mails'))
  }
  setTimeout(refresh, document.hidden ? refreshMs * 4 : refreshMs)
}

function replaceMails(fresh) {
  const known = new Map([...list.querySelectorAll('[data-mail]')].map((mail) => [mail.dataset.mail, mail]))
  const next = [...fresh.children].map((mail) => known.get(mail.dataset.mail) ?? document.adoptNode(mail))
  const isSame = next.length === list.children.length && next.every((mail, at) => mail === list.children[at])
  const isStillEmpty = known.size === 0 && !fresh.querySelector('[data-mail]')
  // A mail that stays is left where it is: an open letter must not close itself.
  if (!isSame && !isStillEmpty) list.replaceChildren(...next)
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
