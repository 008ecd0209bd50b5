import { sql } from 'kysely'
import type { OptionalSignIn } from '../../auth/optional-sign-in.ts'
import { requireAdmin } from '../../auth/sessions/caller.ts'
import { adminSsoRoutes } from './admin-sso-routes.ts'
import type { SamlSettings } from './saml-settings.ts'
import { ssoRoutes } from './sso-routes.ts'

/** Returns signing in at one's company by SAML, for a platform's `optionalSignIns` setting. */
export function saml(settings: Partial<SamlSettings> = {}): OptionalSignIn {
  const all = { enabled: true, relayStateValidity: 120, ...settings }
  return {
    routes: async (app, context) => {
      const samlContext = { ...context, saml: all }
      await app.register(async (scope) => ssoRoutes(scope, samlContext))
      await app.register(
        async (scope) => {
          scope.addHook('onRequest', (request) => requireAdmin(context, request))
          adminSsoRoutes(scope, samlContext)
        },
        { prefix: '/admin' },
      )
    },
    shown: { saml_enabled: all.enabled },
    leftovers: { 'auth.saml_relay_states': sql`created_at < now() - interval '1 day'` },
  }
}
