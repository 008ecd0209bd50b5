import type { TestResult } from './test-schema.ts'

/** One run of a test. `test` is its key, `name` its label. */
export type RecordedResult = TestResult & { test: string; name: string }

export type PanelState = {
  /** The running test, which excludes others. */
  running: { test: string; name: string } | null
  /** The key of the last stopped test, which has neither succeeded nor failed. */
  stopped: string | null
  /** Payloads that were edited, as typed, by the key of their test. */
  edits: Readonly<Record<string, string>>
  /** Newest first. */
  results: readonly RecordedResult[]
}

export type PanelAction =
  | { type: 'started'; test: string; name: string }
  | { type: 'stopped' }
  | { type: 'finished'; result: RecordedResult }
  | { type: 'edited'; test: string; text: string }
  | { type: 'reset'; test: string }
  | { type: 'all_reset' }
  | { type: 'cleared' }

export const emptyPanel: PanelState = { running: null, stopped: null, edits: {}, results: [] }

/** Returns the panel's state after an action (specification, sections 2 and 4). */
export function nextPanel(state: PanelState, action: PanelAction): PanelState {
  switch (action.type) {
    case 'started':
      return { ...state, running: { test: action.test, name: action.name }, stopped: null }
    case 'stopped':
      return { ...state, running: null, stopped: state.running?.test ?? null }
    case 'finished':
      return { ...state, running: null, results: [action.result, ...state.results] }
    case 'edited':
      return { ...state, edits: { ...state.edits, [action.test]: action.text } }
    case 'reset':
      return { ...state, edits: withoutEdit(state.edits, action.test) }
    case 'all_reset':
      return { ...state, edits: {} }
    case 'cleared':
      return { ...state, results: [], stopped: null }
  }
}

/** An edited payload stays modified until it is reset. */
export function isModified(state: PanelState, test: string): boolean {
  return Object.hasOwn(state.edits, test)
}

export function isRunning({ running }: PanelState, test: string): boolean {
  return running?.test === test
}

export function countModified(state: PanelState): number {
  return Object.keys(state.edits).length
}

/** Returns the last run of a test; undefined without one. */
export function latestResult(state: PanelState, test: string): RecordedResult | undefined {
  return state.results.find((result) => result.test === test)
}

function withoutEdit(edits: PanelState['edits'], test: string): PanelState['edits'] {
  return Object.fromEntries(Object.entries(edits).filter(([key]) => key !== test))
}
