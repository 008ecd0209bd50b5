import { type Finding, found } from './findings.ts'

/** A template as the product needs it; `{{1}}` in the body stands for a parameter. */
export type WantedTemplate = { name: string; body: string; hasDocument: boolean }

/** A template as the provider has it. */
export type KnownTemplate = {
  name: string
  language: string
  status: string
  /** Null when it has none. */
  body: string | null
  /** `DOCUMENT`, `TEXT`, ...; null without a header. */
  header: string | null
}

/**
 * Returns what is amiss with the templates, one finding each; none when all are approved and take
 * the parameters we send.
 */
export function evaluateTemplates(
  wanted: readonly WantedTemplate[],
  known: readonly KnownTemplate[],
  language: string,
): Finding[] {
  return wanted.flatMap((template) => {
    const there = known.find((each) => each.name === template.name && each.language === language)
    if (!there) return [found('template_missing', { template: template.name, language })]
    if (!takesTheSame(template, there)) return [found('template_other', { template: template.name })]
    if (there.status !== 'APPROVED') {
      return [found('template_waiting', { template: template.name, status: there.status })]
    }
    return []
  })
}

/** Words may have been changed in the approval; what is sent along may not differ (error 132000). */
function takesTheSame(wanted: WantedTemplate, known: KnownTemplate): boolean {
  const document = wanted.hasDocument ? 'DOCUMENT' : null
  return (
    parametersOf(wanted.body).join() === parametersOf(known.body ?? '').join() &&
    (known.header === document || (document === null && known.header === 'TEXT'))
  )
}

function parametersOf(body: string): string[] {
  return [...new Set([...body.matchAll(/\{\{\s*([^}\s]+)\s*\}\}/g)].map(([, name = '']) => name))].sort()
}
