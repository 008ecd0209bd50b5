/**
 * Answers the first presses. The build puts it into the page itself, so it runs before the page is drawn and long before
 * the quiz's script is there; `features/quiz/early-page.ts` takes over from it. No imports, and no more than 2 kB.
 */
const root = document.documentElement
const page = root.dataset

try {
  // Who comes back must not see the first screen flash by: the right one is drawn by the script that knows it.
  if (localStorage.getItem('yasny-den.quiz') || sessionStorage.getItem('yasny-den.result')) page.resuming = ''
  // And who has been here has the script in the cache, and perhaps a name in the header.
  if (localStorage.length) run()
} catch {}

/**
 * Runs the quiz's script, which the page has fetched by then and which keeps a slow phone busy for half a second: after the
 * first answer has been shown, when nobody has pressed anything for a moment, or at once when somebody wants what only it can do.
 */
function run() {
  const { href } = document.querySelector('[rel=modulepreload]') as HTMLLinkElement
  import(/* @vite-ignore */ href).catch(() => {
    // The stylesheet says so beside what was pressed.
    page.broken = ''
  })
}
setTimeout(run, 1500)

const isMine = () => (page.ready ?? page.resuming) === undefined
const host = () => document.getElementById('early')
const step = () => history.state?.quizPlace

const key = 'yasny-den.early'

/** Keeps the answer over a reload, where the browser lets it, and answers what is kept. */
function kept(answer?: string) {
  try {
    if (answer) sessionStorage.setItem(key, answer)
    return sessionStorage.getItem(key)
  } catch {}
}

/** Shows the first question over the first screen, or takes it away again. */
function show(place: unknown) {
  if (place !== 'gender') {
    const early = host()
    early?.remove()
    delete page.early
    if (early) document.querySelector('h1')?.focus({ preventScroll: true })
    return
  }
  const template = document.querySelector<HTMLTemplateElement>('#first-question')
  if (!template || host()) return
  document.body.append(template.content.cloneNode(true))
  const early = host() as HTMLElement
  page.early = ''
  const chosen = early.querySelector<HTMLInputElement>(`input[value="${kept()}"]`)
  if (chosen) choose(chosen)
  early.querySelector('h1')?.focus()
  scrollTo(0, 0)
}

function choose(input: HTMLInputElement) {
  input.checked = true
  host()?.querySelector('[type=submit]')?.removeAttribute('disabled')
}

addEventListener('click', (event) => {
  const target = event.target as Element
  if (!isMine()) return
  if (target.closest('[data-step="welcome"] button')) {
    // The same marks as `step-history.ts` leaves.
    history.replaceState({ idx: 0, ...history.state, quizPlace: 'welcome', quizDepth: 0 }, '')
    history.pushState({ ...history.state, idx: history.state.idx + 1, quizPlace: 'gender', quizDepth: 1 }, '')
    show('gender')
  } else if (target.closest('#early [type=button]')) history.back()
  else if (target.closest('#early a')) {
    event.preventDefault()
    location.reload()
  } else if (target.matches('#early input')) {
    // The second press of a double one was meant for the button that stood here.
    if (event.detail > 1 && !kept()) {
      event.preventDefault()
      return
    }
    const input = target as HTMLInputElement
    const early = host() as HTMLElement
    early.dataset.chosenAt = `${event.timeStamp}`
    choose(input)
    kept(input.value)
    requestAnimationFrame(() => setTimeout(run))
  } else if (!target.closest('#early')) run()
})

addEventListener('submit', (event) => {
  const early = host()
  if (!early) return
  event.preventDefault()
  early.dataset.next = ''
})

// Arrows only move the focus, digits choose, as later on. Space chooses as it goes down: the question may be another one when it comes up.
addEventListener('keydown', (event) => {
  const options = [...(host()?.querySelectorAll('input') ?? [])]
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const at = options.indexOf(event.target as HTMLInputElement)
  const chosen = options[event.key === ' ' ? at : +event.key - 1]
  if (chosen || (at >= 0 && /Arr/.test(event.key))) event.preventDefault()
  if (chosen) chosen.click()
  else if (event.defaultPrevented) options[(at + 1) % options.length]?.focus()
})

addEventListener('popstate', () => {
  if (isMine()) show(step())
})

if (isMine()) show(step())
else run()

export {}
