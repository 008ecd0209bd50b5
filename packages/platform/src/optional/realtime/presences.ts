import type { TopicKey } from './wire/broadcast.ts'

/** A present client: its key, shared by its tabs, and its state as JSON. */
export type Presence = { ref: string; key: string; meta: string }

/** Arrived and departed clients. */
export type PresenceDiff = { joins: readonly Presence[]; leaves: readonly Presence[] }

type Owned = Presence & { process: string }

/** The presences of each topic by process. */
export class Presences {
  readonly #topics = new Map<TopicKey, Map<string, Owned>>()

  /** Adds and removes; answers what of it was news. */
  apply(process: string, topic: TopicKey, { joins, leaves }: PresenceDiff): PresenceDiff {
    const there = this.#topics.get(topic) ?? new Map<string, Owned>()
    const left = leaves.filter(({ ref }) => there.delete(ref))
    const joined = joins.filter(({ ref }) => !there.has(ref))
    for (const presence of joined) there.set(presence.ref, { ...presence, process })
    if (there.size > 0) this.#topics.set(topic, there)
    else this.#topics.delete(topic)
    return { joins: joined, leaves: left }
  }

  /** Returns the initial state for a client. */
  stateOf(topic: TopicKey): string {
    return grouped([...(this.#topics.get(topic)?.values() ?? [])])
  }

  /** Lists a process's presences by topic. */
  ofProcess(process: string): [TopicKey, Presence[]][] {
    return [...this.#topics].flatMap(([topic, there]) => {
      const own = [...there.values()].filter((presence) => presence.process === process)
      return own.length > 0 ? [[topic, own] as [TopicKey, Presence[]]] : []
    })
  }
}

/** Returns the text of a presence change for clients. */
export function diffText({ joins, leaves }: PresenceDiff): string {
  return `{"joins":${grouped(joins)},"leaves":${grouped(leaves)}}`
}

/**
 * Adds to a client's own presence the reference that others know it by; ours comes last, and so
 * counts.
 */
export function metaOf(said: string, ref: string, previous: string | null): string {
  const own = `"phx_ref":${JSON.stringify(ref)}${previous === null ? '' : `,"phx_ref_prev":${JSON.stringify(previous)}`}`
  return said === '{}' ? `{${own}}` : `${said.slice(0, -1)},${own}}`
}

function grouped(presences: readonly Presence[]): string {
  const byKey = Map.groupBy(presences, ({ key }) => key)
  const entries = [...byKey].map(
    ([key, those]) => `${JSON.stringify(key)}:{"metas":[${those.map(({ meta }) => meta).join(',')}]}`,
  )
  return `{${entries.join(',')}}`
}
