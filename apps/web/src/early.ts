/**
 * Answers the first presses. The build puts it below the first screen, so it runs as soon as that can be drawn and long before
 * the quiz's script is there; `features/quiz/early-page.ts` takes over from it. No imports, and no more than 2 kB.
 */
const { document: doc, history, addEventListener: on, setTimeout } = window
/** What is set here is read as a string, of which a minus makes a number; only what is not empty counts as set. */
const page: Record<string, unknown> = doc.documentElement.dataset
const find = <E extends Element | null = HTMLElement>(selector: string) => doc.querySelector(selector) as E

/** Puts what a template holds into the page. */
const put = (template: string) => doc.body.append(find<HTMLTemplateElement>(template).content)

/** The quiz's script and the rest of the styles: put late, because the fonts of the first screen and the first press have to share a phone with them. */
const rest = '#rest'

const stop = (event: Event) => event.preventDefault()

const inputs = (within: string) => doc.querySelectorAll<HTMLInputElement>(`#early ${within} input`)

const key = 'yasny-den.early'

/** What was chosen, by the names of the questions, and of which era of this device that is (`lib/device/era.ts`). */
let answers: Record<string, string> = {}

// Who comes back must not see the first screen flash by: the right one is drawn by the script that knows it. `arrival.ts` has supposed so.
delete page.resuming
try {
  const device = localStorage
  if (device['yasny-den.quiz'] || sessionStorage['yasny-den.result']) page.resuming = 1
  // And who has been here has the script in the cache, and perhaps a name in the header.
  if (device.length) run()
  answers.era = device['yasny-den.era']
  // A reload loses nothing. Where nothing is kept, this throws.
  const kept = JSON.parse(sessionStorage[key])
  // Nor does it bring back what another tab has forgotten since.
  if (kept.era === answers.era) answers = kept
} catch {}

/**
 * Runs the quiz's script, which keeps a slow phone busy for half a second: in the pause that shows
 * what was chosen, when nobody has pressed anything for a moment, or at once when somebody wants what only it can do; and where it was
 * lost, again and again from `load` on, until it is there.
 */
function run() {
  put(rest)
  import(/* @vite-ignore */ find<HTMLLinkElement>('#rest~link').href).catch(() => {
    // The stylesheet says so beside what was pressed.
    page.broken = 1
  })
}

const isMine = () => !(page.ready || page.resuming)

/** Has a question take its styles and its measures unseen, as `measure-unseen.ts` does for later steps: asked for them, a browser takes them. */
const measure = (heading: string) => find<HTMLElement | null>(heading)?.offsetTop

/** Puts the first two questions into the page. */
function prepare() {
  if (isMine()) put('#questions')
}
on('load', () => {
  prepare()
  measure('#early h1')
  // Until `early-page.ts` takes over, which ends it. Counted from here: a slow phone has only just drawn what is about to be pressed.
  if (!page.ready) page.asking = setInterval(run, 1500)
})

/** Shows one of the first two questions over the first screen, or takes them away again. */
function show(place?: string) {
  if (place) prepare()
  const heading = find<HTMLElement | null>(`#early #${place}-title`)
  const isAsking = page.asks
  if (!heading) {
    delete page.asks
    if (isAsking) find('h1').focus()
    return
  }
  // The stylesheet makes room for it.
  page.asks = place
  // Whoever comes to a question again stays with it, answered or not.
  if (isAsking) page.chosenAt = NaN
  else delete page.chosenAt
  for (const input of inputs('')) if (answers[input.name] === input.value) choose(input)
  heading.focus()
  scrollTo(0, 0)
  // Once the question stands.
  setTimeout(put, 50, rest)
}

function choose(input: HTMLInputElement) {
  input.checked = true
  ;((input.form as HTMLFormElement).querySelector('[type=submit]') as HTMLButtonElement).disabled = false
}

/** Leaves the same marks as `step-history.ts`. */
function goTo(quizPlace: string, quizDepth: number) {
  const { state } = history
  history.pushState({ ...state, idx: state.idx + 1, quizPlace, quizDepth }, '')
  show(quizPlace)
}

/** From the first question, once its answer has been seen for long enough: a later one, or Back, puts that off. */
function goOn() {
  if (isMine() && page.asks === 'gender' && performance.now() - (page.chosenAt as number) > 299)
    goTo('age', 2)
}

on('click', (event) => {
  const target = event.target as HTMLInputElement
  const button = target.closest<HTMLButtonElement>('[type=button]')
  if (!isMine()) return
  if (!target.closest('[data-step],#early')) run()
  // Nothing else on this page has a name.
  else if (target.name) {
    // The second press of a double one was meant for what stood here before, and one in the pause is nobody's, as later on.
    if (event.detail > 1 || event.timeStamp - (page.chosenAt as number) < 300) stop(event)
    else {
      choose(target)
      page.chosenAt = event.timeStamp
      answers[target.name] = target.value
      try {
        sessionStorage[key] = JSON.stringify(answers)
      } catch {}
      setTimeout(goOn, 300)
      setTimeout(() => {
        // The next question is laid out unseen, when the answer has been seen.
        page.next = 1
        measure('.early-second h1')
        run()
      }, 30)
    }
  } else if (button) {
    // Back has no value. The button that reloads has 1, for `go(0)`.
    if (page.asks) history.go(+button.value - 1)
    else {
      history.replaceState({ idx: 0, ...history.state, quizPlace: 'welcome', quizDepth: 0 }, '')
      goTo('gender', 1)
    }
  }
})

on('submit', (event) => {
  if (!page.asks) return
  stop(event)
  page.chosenAt = -300
  goOn()
})

// Arrows only move the focus, digits and Enter choose, as later on. Space chooses as it goes down: the question may be another one when it comes up.
on('keydown', (event) => {
  const options = [...inputs(`[data-step=${page.asks}]`)]
  if (event.ctrlKey || event.metaKey || event.altKey) return
  const at = options.indexOf(event.target as HTMLInputElement)
  const chosen = options[/^ |Enter/.test(event.key) ? at : +event.key - 1]
  if (chosen || (at >= 0 && /Arr/.test(event.key))) stop(event)
  if (chosen) event.repeat || chosen.click()
  else if (event.defaultPrevented) options[(at + 1) % options.length]?.focus()
})

/** What the browser's history says, by whoever answers now. */
function draw() {
  if (isMine()) show(history.state?.quizPlace)
  else run()
}
on('popstate', draw)
draw()
// Whoever pressed before this was here.
doc.pressAgain()

export {}
