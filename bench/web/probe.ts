/** What is on screen, as the robot of `walk.ts` sees it. */
export type Screen = {
  /** Changes with the step. */
  key: string
  kind: 'welcome' | 'single' | 'multi' | 'fields' | 'done'
  options: HTMLElement[]
  next: HTMLElement | null
  inputs: HTMLInputElement[]
}

export type Reader = { read: () => Screen | null; isChosen: (option: HTMLElement) => boolean }

/** Moments on the page's own clock, in milliseconds; `click` is the browser's stamp of the press. */
export type Press = { click: number; effectAt: number; paintedAt: number; pressableAt: number }

/** What `installProbe` leaves on the page. */
export type Probe = {
  isReady: () => boolean
  screen: () => { key: string; kind: Screen['kind']; options: number; inputs: number } | null
  /**
   * Returns the point to press: the `index`-th of the options or inputs, or the way on. Scrolls
   * there when it must.
   */
  aim: (what: 'option' | 'input' | 'next', index: number) => { x: number; y: number } | null
  /** Watches the next press until the choice shows, or until the next step can be pressed. */
  arm: (until: 'effect' | 'step', optionIndex: number) => void
  pressed: (limitMs: number) => Promise<Press>
  layoutShift: () => number
}

/**
 * Runs inside the page and times presses in frames: from the browser's own stamp to the frame after which the choice is
 * seen, the next step is on screen, and it is solid, still and under the finger. Sent as text, so it names nothing outside.
 */
export function installProbe(reader: Reader): void {
  let shift = 0
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & {
      value: number
      hadRecentInput: boolean
    })[]) {
      if (!entry.hadRecentInput) shift += entry.value
    }
  }).observe({ type: 'layout-shift', buffered: true })

  const main = (screen: Screen) => screen.options[0] ?? screen.inputs[0] ?? screen.next
  const centre = (element: Element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return { x: x + width / 2, y: y + height / 2, width, height }
  }
  const isOutside = ({ x, y }: { x: number; y: number }) =>
    x < 0 || y < 0 || x > innerWidth || y > innerHeight

  /**
   * Returns true when a finger would hit it. What lies off the screen has only to be there: a
   * person would scroll.
   */
  function isPressable(element: HTMLElement | null | undefined): boolean {
    if (!element?.isConnected || (element as HTMLButtonElement).disabled) return false
    const at = centre(element)
    if (!at.width || !at.height) return false
    if (isOutside(at)) return true
    const top = document.elementFromPoint(at.x, at.y)
    return top !== null && (element.contains(top) || top.contains(element))
  }

  function solidity(element: Element): number {
    let opacity = 1
    for (let node: Element | null = element; node && opacity > 0; node = node.parentElement) {
      const style = getComputedStyle(node)
      opacity *= style.visibility === 'hidden' ? 0 : Number(style.opacity)
    }
    return opacity
  }

  function isVisible(screen: Screen): boolean {
    if (screen.kind === 'done') return true
    const element = main(screen)
    if (!element) return false
    const { width, height, top, bottom } = element.getBoundingClientRect()
    return width > 0 && height > 0 && bottom > 0 && top < innerHeight && solidity(element) > 0.1
  }

  type Watch = {
    until: 'effect' | 'step'
    option: HTMLElement | undefined
    key: string | undefined
    press: Press
    last: { x: number; y: number; element: Element } | null
    done: (press: Press) => void
  }
  let watch: Watch | null = null
  /** What came of the last press: it may have come before it is asked for. */
  let outcome: Promise<Press> | null = null

  addEventListener(
    'click',
    (event) => {
      if (watch && event.isTrusted && !(watch.press.click > 0)) watch.press.click = event.timeStamp
    },
    true,
  )

  const afterPaint = (then: (now: number) => void) => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => then(performance.now())
    channel.port2.postMessage(0)
  }

  function onFrame(): void {
    const current = watch
    if (!current) return
    const screen = reader.read()
    if (current.press.click > 0 && screen) look(current, screen)
    if (watch === current) requestAnimationFrame(onFrame)
  }

  function look(current: Watch, screen: Screen): void {
    const { press, option } = current
    const hasMoved = screen.key !== current.key && isVisible(screen)
    const shows = hasMoved || (option?.isConnected && reader.isChosen(option))
    if (shows && Number.isNaN(press.effectAt)) {
      press.effectAt = Number.POSITIVE_INFINITY
      afterPaint((now) => {
        press.effectAt = now
        if (current.until === 'effect') finish(current)
      })
    }
    if (!hasMoved || current.until === 'effect') return
    if (Number.isNaN(press.paintedAt)) {
      press.paintedAt = Number.POSITIVE_INFINITY
      afterPaint((now) => {
        press.paintedAt = now
      })
      return
    }
    const element = screen.kind === 'done' ? document.body : main(screen)
    if (!element || press.paintedAt === Number.POSITIVE_INFINITY) return
    const at = centre(element)
    const isStill =
      current.last?.element === element && Math.hypot(at.x - current.last.x, at.y - current.last.y) < 0.7
    current.last = { x: at.x, y: at.y, element }
    if (screen.kind !== 'done' && !(isStill && isPressable(element) && solidity(element) > 0.95)) return
    afterPaint((now) => {
      if (!Number.isNaN(press.pressableAt)) return
      press.pressableAt = now
      finish(current)
    })
  }

  function finish(current: Watch): void {
    if (watch === current) watch = null
    current.done(current.press)
  }

  const probe: Probe = {
    isReady() {
      const screen = reader.read()
      const element = screen && (screen.kind === 'welcome' ? screen.next : main(screen))
      return isPressable(element) && element !== null && element !== undefined && solidity(element) > 0.5
    },
    screen() {
      const screen = reader.read()
      return (
        screen && {
          key: screen.key,
          kind: screen.kind,
          options: screen.options.length,
          inputs: screen.inputs.length,
        }
      )
    },
    aim(what, index) {
      const screen = reader.read()
      const element = screen && (what === 'next' ? screen.next : screen[`${what}s`][index])
      if (!element) return null
      const at = centre(element)
      const top = isOutside(at) ? null : document.elementFromPoint(at.x, at.y)
      if (!top || !element.contains(top)) element.scrollIntoView({ block: 'center', behavior: 'instant' })
      const { x, y } = centre(element)
      return { x, y }
    },
    arm(until, optionIndex) {
      const screen = reader.read()
      let done: (press: Press) => void = () => {}
      const promise = new Promise<Press>((resolve) => {
        done = resolve
      })
      const press = {
        click: Number.NaN,
        effectAt: Number.NaN,
        paintedAt: Number.NaN,
        pressableAt: Number.NaN,
      }
      watch = {
        until,
        option: screen?.options[optionIndex],
        key: screen?.key,
        press,
        last: null,
        done,
      }
      outcome = promise
      requestAnimationFrame(onFrame)
    },
    pressed(limitMs) {
      if (!outcome) throw new Error('nothing is watched')
      const late = new Promise<never>((_, reject) => {
        setTimeout(() => reject(new Error(`nothing within ${limitMs} ms of the press`)), limitMs)
      })
      return Promise.race([outcome, late])
    },
    layoutShift: () => shift,
  }
  Object.assign(window, { probe })
}
