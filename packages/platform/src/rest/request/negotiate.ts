import { badMediaType } from '../rest-errors.ts'
import type { Handler } from '../schema/read-handlers.ts'
import { type Plan, planOptions } from '../statements/explain.ts'

/** The negotiated format of the rows or the plan. */
export type Accept = {
  shape: 'rows' | 'object' | 'csv' | 'handler'
  stripNulls: boolean
  plan: Plan | null
  /** The handler of the shape `handler`. */
  handler: Handler | null
  /** The Content-Type of the answer. */
  contentType: string
}

/** A media type as a client asks for it. */
export type MediaTypeRequest = { type: string; parameters: ReadonlyMap<string, string>; text: string }

/** The handlers for the rows: specific and general ones. */
export type MediaTypeOffer = { own: readonly Handler[]; any: readonly Handler[]; planEnabled: boolean }

/** The most media types that one request is read to ask for. */
const maxMediaTypes = 32

/** Reads `Accept`: the types a client asks for, those it likes best first. */
export function parseAccept(header: string | undefined): MediaTypeRequest[] {
  const wishes = splitQuoted(header ?? '*/*', ',')
    .slice(0, maxMediaTypes)
    .map((text) => {
      const [type = '', ...rest] = splitQuoted(text, ';').map((part) => part.trim())
      const parameters = new Map(
        rest.map((part): [string, string] => {
          const at = part.indexOf('=')
          const name = (at < 0 ? part : part.slice(0, at)).trim().toLowerCase()
          return [name, at < 0 ? '' : part.slice(at + 1).replace(/^"(.*)"$/, '$1')]
        }),
      )
      return { type: type.toLowerCase(), parameters, text: text.trim() }
    })
  return wishes.length === 1 ? wishes : wishes.sort((a, b) => qualityOf(b) - qualityOf(a))
}

/**
 * Chooses what a client likes best of what there is, as PostgREST does; handlers of one table take
 * its whole rows, and count only when nothing is selected of them.
 */
export function negotiate(
  wishes: readonly MediaTypeRequest[],
  offer: MediaTypeOffer,
  isWhole: boolean,
): Accept {
  for (const wish of wishes) {
    const found = fulfilRequest(wish, offer, isWhole)
    if (found) return found
  }
  throw badMediaType(
    wishes
      .map(({ type, text }) => (planTypes.includes(type) ? text : type))
      .join(', ')
      .slice(0, 200),
  )
}

const objectTypes = ['application/vnd.pgrst.object+json', 'application/vnd.pgrst.object']
const arrayTypes = ['application/vnd.pgrst.array+json', 'application/vnd.pgrst.array']
const planTypes = [
  'application/vnd.pgrst.plan',
  'application/vnd.pgrst.plan+text',
  'application/vnd.pgrst.plan+json',
]
const anyJson = ['application/json', '*/*', 'application/*', '']
/** Types that get a UTF-8 charset. */
const knownTexts = ['application/json', 'application/geo+json', 'text/csv', 'text/plain', 'text/xml']

function fulfilRequest(wish: MediaTypeRequest, offer: MediaTypeOffer, isWhole: boolean): Accept | null {
  const { type, parameters } = wish
  const stripNulls = parameters.get('nulls') === 'stripped'
  if (objectTypes.includes(type))
    return builtInAccept('object', 'application/vnd.pgrst.object+json', stripNulls)
  if (arrayTypes.includes(type) && stripNulls)
    return builtInAccept('rows', 'application/vnd.pgrst.array+json', stripNulls)
  if (planTypes.includes(type)) return offer.planEnabled ? planAccept(wish, offer, isWhole) : null
  const handler = findHandler(arrayTypes.includes(type) ? 'application/json' : type, offer, isWhole)
  if (handler) {
    const contentType = handler.mediaType === '*/*' ? 'application/octet-stream' : handler.mediaType
    return { ...builtInAccept('handler', contentType, false), handler }
  }
  if (anyJson.includes(type) || arrayTypes.includes(type))
    return builtInAccept('rows', 'application/json', false)
  return type === 'text/csv' ? builtInAccept('csv', 'text/csv', false) : null
}

function findHandler(type: string, { own, any }: MediaTypeOffer, isWhole: boolean): Handler | undefined {
  const ofOwn = isWhole ? own : []
  return (
    ofOwn.find(({ mediaType }) => mediaType === '*/*') ??
    ofOwn.find(({ mediaType }) => mediaType === type) ??
    any.find(({ mediaType }) => mediaType === type)
  )
}

function builtInAccept(shape: Accept['shape'], type: string, stripNulls: boolean): Accept {
  const isUtf8 = knownTexts.includes(type) || type.startsWith('application/vnd.pgrst.')
  const contentType = `${type}${stripNulls ? '; nulls=stripped' : ''}${isUtf8 ? '; charset=utf-8' : ''}`
  return { shape, stripNulls, plan: null, handler: null, contentType }
}

/** Reads `application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose`. */
function planAccept(
  { type, parameters }: MediaTypeRequest,
  offer: MediaTypeOffer,
  isWhole: boolean,
): Accept | null {
  const [inner] = parseAccept(parameters.get('for') ?? 'application/json')
  const accept = inner && !planTypes.includes(inner.type) ? fulfilRequest(inner, offer, isWhole) : null
  if (!accept) return null
  const format = type.endsWith('+json') ? 'json' : 'text'
  const wishes = parameters.get('options')?.split('|') ?? []
  const options = planOptions.filter((option) => wishes.includes(option))
  const named = accept.contentType.split(';')[0]
  const contentType = `${planTypes[0]}+${format}; for="${named}"${options.length > 0 ? `; options=${options.join('|')}` : ''}; charset=utf-8`
  return { ...accept, plan: { format, options }, contentType }
}

function qualityOf({ parameters }: MediaTypeRequest): number {
  const quality = Number(parameters.get('q') ?? 1)
  return Number.isFinite(quality) ? quality : 1
}

/** Splits at a character, except inside of double quotes. */
function splitQuoted(text: string, at: ',' | ';'): string[] {
  if (!text.includes('"')) return text.split(at)
  return text.match(at === ',' ? /(?:"[^"]*"|[^",])+/g : /(?:"[^"]*"|[^";])+/g) ?? []
}
