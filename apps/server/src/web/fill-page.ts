import { typesetLine } from '@app/content/ru/writing/typeset'
import type { ClientConfig } from '@app/contracts/client-config'
import { escapeHtml } from '@app/domain/escape-html'

/**
 * Fills the configuration into a built page: JSON at `%APP_CONFIG%`, and single values at tokens
 * such as `%OWNER_NAME%`, typeset like the page's texts.
 */
export function fillPage(html: string, config: ClientConfig): string {
  const { owner } = config
  const tokens: Record<string, string> = {
    SITE_URL: config.siteUrl,
    API_URL: config.apiUrl,
    SUPABASE_URL: config.supabaseUrl,
    OWNER_NAME: owner.name,
    OWNER_IIN: owner.iin,
    OWNER_ADDRESS: owner.address,
    OWNER_EMAIL: owner.email,
    OWNER_PHONE: owner.phone,
    // The form of a `tel:` address.
    OWNER_PHONE_DIGITS: owner.phone.replace(/[^\d+]/g, ''),
    OWNER_WORKING_HOURS: owner.workingHours,
    OWNER_SUPPORT_WHATSAPP: owner.supportWhatsapp,
    OWNER_CONSULTATION_WHATSAPP: owner.consultationWhatsapp,
  }
  return html.replace(/%([A-Z]+(?:_[A-Z]+)+)%/g, (token, name: string) => {
    if (name === 'APP_CONFIG') return toInlineJson(config)
    const value = tokens[name]
    return value === undefined ? token : escapeHtml(typesetLine(value))
  })
}

/** Escapes JSON for a script element. */
function toInlineJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c')
}
