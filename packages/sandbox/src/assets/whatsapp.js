// Keeps the phones fresh while the page is open, and lets a person answer.
const refreshMs = 1500
let isBusy = false

async function refresh() {
  if (isBusy) return
  isBusy = true
  const response = await fetch(location.href).catch(() => null)
  if (response?.ok) show(new DOMParser().parseFromString(await response.text(), 'text/html'))
  isBusy = false
}

function show(page) {
  const there = document.getElementById('whatsapp')
  const fresh = page.getElementById('whatsapp')
  const isSamePhone =
    there.querySelector('.wa-phone')?.dataset.chat === fresh.querySelector('.wa-phone')?.dataset.chat
  if (!isSamePhone || !document.getElementById('talk')) {
    // The first message, or another phone: but never take away what a person is writing.
    if (!['words', 'number'].includes(document.activeElement?.id))
      there.replaceWith(document.adoptNode(fresh))
    return scrollDown()
  }
  showChats(there, fresh)
  showBubbles(document.getElementById('talk'), fresh.querySelector('#talk'))
}

function showChats(there, fresh) {
  const [old, next] = [there, fresh].map((page) => [...page.querySelectorAll('.wa-chat')])
  if (old.map(text).join() === next.map(text).join()) return
  for (const chat of old) chat.remove()
  there.querySelector('.wa-chats').prepend(...next.map((chat) => document.adoptNode(chat)))
}

function showBubbles(talk, fresh) {
  for (const bubble of [...fresh.children]) {
    const there = talk.querySelector(`[data-message="${bubble.dataset.message}"]`)
    if (!there) {
      talk.append(document.adoptNode(bubble))
      scrollDown()
    } else if (there.dataset.state !== bubble.dataset.state) {
      there.dataset.state = bubble.dataset.state
      there.querySelector('footer').replaceWith(document.adoptNode(bubble.querySelector('footer')))
    }
  }
}

async function say(words, way) {
  const error = document.getElementById('error')
  const chat = document.querySelector('.wa-phone').dataset.chat
  const response = await fetch('/sandbox/api/whatsapp/reply', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chat, text: words, way }),
  }).catch(() => null)
  error.hidden = response?.ok === true
  error.textContent = document.getElementById('write').dataset.error
  if (response?.ok) await refresh()
  return response?.ok === true
}

function scrollDown() {
  const talk = document.getElementById('talk')
  if (talk) talk.scrollTop = talk.scrollHeight
}

const text = (element) => element.textContent

async function openPhone(field) {
  const response = await fetch('/sandbox/api/whatsapp/phones', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ phone: field.value }),
  }).catch(() => null)
  if (response?.ok) location.assign(`/sandbox/whatsapp?chat=${(await response.json()).chat}`)
  else field.select()
}

document.addEventListener('submit', async (event) => {
  event.preventDefault()
  if (event.target.id === 'new') return openPhone(document.getElementById('number'))
  const field = document.getElementById('words')
  const way = document.getElementById('way')
  // What is chosen from WhatsApp's menu or taken back has no words of its own.
  const chosen = ['stop', 'resume', 'revoke'].includes(way.value) ? way.selectedOptions[0].text : ''
  const words = field.value.trim() || chosen
  if (!words || !(await say(words, way.value))) return
  field.value = ''
  way.value = 'text'
})

document.addEventListener('click', async ({ target }) => {
  const button = target.closest('button')
  if (button?.dataset.say) await say(button.dataset.say)
  if (button?.id === 'clear') {
    await fetch('/sandbox/api/whatsapp', { method: 'DELETE' })
    location.assign('/sandbox/whatsapp')
  }
})

scrollDown()
setInterval(() => {
  if (!document.hidden) refresh()
}, refreshMs)
