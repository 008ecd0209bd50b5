import type { TopicKey } from './wire/broadcast.ts'

/** Somebody who is there: by the key they share with their other tabs, and what they say of themselves as a JSON object. */
export type Presence = { ref: string; key: string; meta: string }

/** Who came and who left. */
export type PresenceDiff = { joins: readonly Presence[]; leaves: readonly Presence[] }

type Owned = Presence & { process: string }

/** Who is there in each topic, by the process that they are connected to. */
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

  /** Who is there, as a client is told at first. */
  stateOf(topic: TopicKey): string {
    return grouped([...(this.#topics.get(topic)?.values() ?? [])])
  }

  /** Everybody who is connected to a process, topic by topic. */
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
