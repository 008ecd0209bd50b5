/**
 * Says whether the bare address of the cabinet was opened where nobody is signed in, so that a visitor is greeted before the script is
 * there; for everybody else, has all that a profile is drawn by fetched beside it. The build puts this into the cabinet's page. It imports
 * nothing; whoever it cannot tell of waits for the script, which can: what is stored may be damaged.
 */
const page = document.documentElement.dataset
try {
  const isKnown = localStorage['supabase.auth.token'] || sessionStorage['yasny-den.payment-return']
  if (!isKnown && !location.search && !location.hash) page.visitor = ''
} catch {
  // Storage is blocked.
}
if (page.visitor == null)
  document.head.append((document.getElementById('shell') as HTMLTemplateElement).content)

export {}
