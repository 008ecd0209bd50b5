import type { OptionalSignIn } from '../../auth/optional-sign-in.ts'
import { originOf } from '../../auth/requests.ts'
import { requireUser } from '../../auth/sessions/caller.ts'
import { identityRoutes, requireManualLinking } from './identity-routes.ts'
import { providerRoutes } from './provider-routes.ts'
import type { ProvidersSettings } from './provider-settings.ts'
import { signInWithIdToken } from './sign-in-with-id-token.ts'

/** Returns signing in at other sites, and linking their identities, for a platform's `optionalSignIns` setting. */
export function providers(settings: Partial<ProvidersSettings> = {}): OptionalSignIn {
  const all = { sites: {}, manualLinking: false, ...settings }
  return {
    routes: async (app, context) => {
      const providersContext = { ...context, providers: all }
      identityRoutes(app, providersContext)
      providerRoutes(app, providersContext)
    },
    grants: {
      id_token: async (context, params, request) => {
        const isLink = params.boolean('link_identity', false)
        if (isLink) requireManualLinking(all)
        return signInWithIdToken(
          { ...context, providers: all },
          {
            provider: params.string('provider'),
            idToken: params.string('id_token'),
            nonce: params.string('nonce'),
            linkTo: isLink ? (await requireUser(context, request)).user.id : null,
            origin: originOf(request),
          },
        )
      },
    },
    shown: { external: Object.fromEntries(Object.keys(all.sites).map((name) => [name, true])) },
  }
}
