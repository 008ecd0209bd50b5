/**
 * Says whether the bare address of the cabinet was opened where nobody is signed in, so that a visitor is greeted before the script is
 * there. The build puts this into the cabinet's page. It imports nothing; whoever it cannot tell of waits for the script, which can.
 */
try {
  const isKnown = localStorage['supabase.auth.token'] || sessionStorage['yasny-den.payment-return']
  if (!isKnown && !location.search && !location.hash) document.documentElement.dataset.visitor = ''
} catch {
  // Storage is blocked.
}

export {}
