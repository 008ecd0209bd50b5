/**
 * Says whom the cabinet is opened for: a visitor, who is greeted before the script is there, where nothing but the bare address is known; or
 * whom the address or a session names (`data-known`), for whom nothing is drawn until their profile can be drawn. For all but visitors it has what
 * a profile is drawn by fetched beside the script; and a result's answer, too, as `callApi` will ask for it where there is no session. The
 * build puts this into the cabinet's page. It imports nothing; whoever it cannot tell of waits for the script, which can: what is stored may
 * be damaged.
 */
const page = document.documentElement.dataset
// As `profileSource` reads them.
const params = new URLSearchParams(location.search)
const data = params.get('data')
const token = params.get('result')
if (data || token) page.known = 'address'
try {
  if (localStorage['supabase.auth.token']) page.known ??= 'account'
  else if (page.known) fetchAhead()
  else if (!sessionStorage['yasny-den.payment-return'] && !location.search && !location.hash)
    page.visitor = ''
} catch {
  // Storage is blocked.
}
if (page.visitor == null)
  document.head.append(
    (document.getElementById(`known-${page.known ?? 'account'}`) as HTMLTemplateElement).content,
  )

/** Only what the server takes for a token: anything else would be another address. */
function fetchAhead(): void {
  if (data || !token || !/^[\w-]{32}$/.test(token)) return
  const { apiUrl } = JSON.parse(document.getElementById('app-config')?.textContent ?? '')
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = 'fetch'
  link.crossOrigin = ''
  link.href = `${apiUrl}/leads/result/${token}`
  document.head.append(link)
}

export {}
