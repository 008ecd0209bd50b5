import type { ClientConfig } from '@app/contracts/client-config'

/**
 * The configuration for prerendering. Its values are tokens, which the server replaces at start, so
 * that one build serves any owner.
 */
export const tokenConfig: ClientConfig = {
  supabaseUrl: '%SUPABASE_URL%',
  supabaseKey: '',
  apiUrl: '%API_URL%',
  ownApiUrl: '',
  siteUrl: '%SITE_URL%',
  environment: 'production',
  sandboxAuthenticator: false,
  codePauseSeconds: 60,
  whatsapp: true,
  payments: true,
  posthogKey: null,
  posthogHost: '',
  owner: {
    name: '%OWNER_NAME%',
    iin: '%OWNER_IIN%',
    address: '%OWNER_ADDRESS%',
    email: '%OWNER_EMAIL%',
    phone: '%OWNER_PHONE%',
    workingHours: '%OWNER_WORKING_HOURS%',
    supportWhatsapp: '%OWNER_SUPPORT_WHATSAPP%',
    consultationWhatsapp: '%OWNER_CONSULTATION_WHATSAPP%',
  },
}
