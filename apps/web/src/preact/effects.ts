import type { EffectCallback } from 'preact/hooks'

type Held = { run: EffectCallback; end: (() => void) | undefined }

/** The effects of one kind in a tree that is shown at times: they run while it is. */
export class Effects {
  #isOn: boolean
  readonly #all = new Set<Held>()

  constructor(isOn: boolean) {
    this.#isOn = isOn
  }

  /** Runs an effect now, or when the tree is shown, and whenever it is shown again, until what is answered is called. */
  hold(run: EffectCallback): () => void {
    const held: Held = { run, end: undefined }
    this.#all.add(held)
    if (this.#isOn) begin(held)
    return () => {
      this.#all.delete(held)
      end(held)
    }
  }

  turn(isOn: boolean): void {
    if (isOn === this.#isOn) return
    this.#isOn = isOn
    for (const held of [...this.#all]) {
      // One before it may have let it go.
      if (!this.#all.has(held)) continue
      if (isOn) begin(held)
      else end(held)
    }
  }
}

function begin(held: Held): void {
  held.end = held.run() || undefined
}

function end(held: Held): void {
  held.end?.()
  held.end = undefined
}
