/** A message that the product asks to send, with its final text. */
export type RequestedMessage = {
  phone: string
  kind: 'template' | 'text' | 'document'
  text: string
  document: { url: string; filename: string } | null
  /** The caller's own id, which each report repeats. */
  echo: string | null
}

/** A template that counts as approved. `{{1}}` and the like are its parameters. */
export type ApprovedTemplate = { name: string; body: string; hasDocument: boolean }

export type Refusal = { status: number; code: number; message: string }

/** Reads a request to send a message as the Graph API would, with its refusals. */
export function readMessage(
  body: unknown,
  templates: readonly ApprovedTemplate[],
  language: string,
): { ok: true; message: RequestedMessage } | { ok: false; refusal: Refusal } {
  try {
    return { ok: true, message: readRequestedMessage(body, templates, language) }
  } catch (error) {
    if (!(error instanceof RequestRefusedError)) throw error
    return { ok: false, refusal: error.refusal }
  }
}

class RequestRefusedError extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.message)
    this.refusal = refusal
  }
}

function readRequestedMessage(
  body: unknown,
  templates: readonly ApprovedTemplate[],
  language: string,
): RequestedMessage {
  const asked = objectOf(body)
  if (asked.messaging_product !== 'whatsapp') refuse(100, 'messaging_product must be "whatsapp"')
  const phone = textOf(asked.to).replace(/\D/g, '')
  if (!/^\d{10,15}$/.test(phone)) refuse(131009, 'to is no phone number')
  const echo = typeof asked.biz_opaque_callback_data === 'string' ? asked.biz_opaque_callback_data : null
  if (echo && echo.length > 512) refuse(100, 'biz_opaque_callback_data is at most 512 characters long')
  const common = { phone, echo }
  switch (asked.type) {
    case 'text':
      return {
        ...common,
        kind: 'text',
        text: lengthOf(textOf(objectOf(asked.text).body), 4096),
        document: null,
      }
    case 'document': {
      const document = objectOf(asked.document)
      return {
        ...common,
        kind: 'document',
        text: lengthOf(textOf(document.caption), 1024),
        document: readDocument(document),
      }
    }
    case 'template':
      return { ...common, kind: 'template', ...readTemplate(objectOf(asked.template), templates, language) }
    default:
      return refuse(131051, 'this type of message is not supported')
  }
}

function readTemplate(
  asked: Record<string, unknown>,
  templates: readonly ApprovedTemplate[],
  language: string,
) {
  const template = templates.find(({ name }) => name === asked.name)
  if (!template || objectOf(asked.language).code !== language) {
    return refuse(132001, 'the template does not exist in this language', 404)
  }
  const components = (Array.isArray(asked.components) ? asked.components : []).map(objectOf)
  const parametersOf = (type: string) => {
    const found = components.find((component) => component.type === type)?.parameters
    return (Array.isArray(found) ? found : []).map(objectOf)
  }
  const [document] = parametersOf('header')
  if (template.hasDocument !== (document?.type === 'document')) refuse(132012, 'the header does not match')
  const places = template.body.match(/\{\{\d+\}\}/g) ?? []
  const values = parametersOf('body').map(({ text }) => textOf(text))
  if (values.length !== places.length) refuse(132000, 'the number of parameters does not match')
  if (values.some((value) => value === '' || /[\n\t]| {5,}/.test(value)))
    refuse(132018, 'a parameter is not allowed')
  const text = template.body.replace(/\{\{(\d+)\}\}/g, (_, place: string) => values[Number(place) - 1] ?? '')
  if (text.length > 4096) refuse(132005, 'the filled text is too long')
  return {
    text,
    document: document ? readDocument(objectOf(document.document)) : null,
  }
}

function readDocument({ link, filename }: Record<string, unknown>): { url: string; filename: string } {
  const url = textOf(link)
  if (url.length > 2048 || !URL.canParse(url)) refuse(131053, 'the document cannot be fetched')
  return { url, filename: textOf(filename).slice(0, 240) }
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function lengthOf(text: string, max: number): string {
  if (text === '' || text.length > max) refuse(100, `a text is 1 to ${max} characters long`)
  return text
}

function refuse(code: number, message: string, status = 400): never {
  throw new RequestRefusedError({ status, code, message })
}
