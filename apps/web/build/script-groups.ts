import type { Plugin } from 'vite'

type ScriptGroup = { name: string; priority?: number } & ({ tags: '$initial'[] } | { test: RegExp })

/** Every path that a group names. */
const named: string[] = []

/**
 * What comes in one script: a request costs more than the bytes in it, so what is needed together comes together. A group takes along what its
 * modules import, as far as none before it has it; those without a priority come last, in this order.
 */
export const scriptGroups: ScriptGroup[] = [
  // The first screen. Its script is called `index`, after the page it is entered by.
  { name: 'first', tags: ['$initial'], priority: 4 },
  // The end of the header.
  { name: 'session', test: ending('features/auth/header-session.tsx'), priority: 3 },
  // What the cabinet has in common with the quiz, which a visitor needs before either; and how a result and an account write a day and a number.
  {
    name: 'shared',
    test: ending(
      'result/risen-sun.tsx',
      'payment/payment-return.ts',
      'history/history-ends.ts',
      'store/quiz-end.ts',
      'ru/writing/date.ts',
      'ru/writing/phone.ts',
    ),
    priority: 2.5,
  },
  // All later steps.
  { name: 'steps', test: ending('features/quiz/steps/all-later-steps.ts'), priority: 2 },
  // The result, and what else the cabinet and the pages after a payment show of it.
  {
    name: 'result',
    test: ending(
      'routes/home-result.tsx',
      'components/after-doctor.tsx',
      'features/payment/chat-link.tsx',
      'features/profile/use-latest-answers.ts',
      'lib/save-file.ts',
      'ru/whatsapp.ts',
      'react-query/build/modern/useMutation.js',
    ),
    priority: 1,
  },
  // What lies over a page, and what two of those that sell a program ask there.
  { name: 'dialog', test: ending('ui/dialog.tsx', 'payment/another-program.tsx') },
  // What tells of a visit.
  {
    name: 'runtime',
    test: ending('analytics/runtime.ts', 'analytics/error-event.ts', 'analytics/provider-requests.ts'),
  },
  // Whatever asks for a sign-in, and what an account is shown by.
  {
    name: 'auth',
    test: ending(
      'auth/sign-out.ts',
      'ru/auth-errors.ts',
      'auth-calls.ts',
      'auth-attempt.ts',
      'login/refusal-alert.tsx',
      'login/password-field.tsx',
      'login/login-state.ts',
      'known-factors.tsx',
      'second-factor/factor-code-form.tsx',
      'ui/tabs.tsx',
    ),
  },
  // What the cabinet's own page has in common with those that lead to it.
  {
    name: 'cabinet',
    test: ending(
      'ru/ui/profile.ts',
      'lib/page/use-search-params.ts',
      'profile/profile-loading.tsx',
      'profile/sign-in-prompt.tsx',
      'routes/profile/sun-band.tsx',
    ),
  },
  // A whole result: in the cabinet, and by its address.
  {
    name: 'profile-view',
    test: ending('routes/profile/profile-view.tsx', 'features/profile/profile-states.tsx'),
  },
]

/** Modules by the ends of their paths. */
function ending(...paths: string[]): RegExp {
  named.push(...paths)
  return new RegExp(`/(${paths.map((path) => path.replaceAll('.', '\\.')).join('|')})$`)
}

/**
 * Holds that each module above is still called so: a renamed one would come in a script of its own again, and nobody would see it.
 *
 * @throws where the site has no module of such a name.
 */
export function scriptGroupsHold(): Plugin {
  return {
    name: 'script-groups-hold',
    apply: (_, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
      for (const path of named) {
        if (!modules.some((id) => id.endsWith(`/${path}`)))
          throw new Error(`There is no module ${path} to group`)
      }
    },
  }
}
