/**
 * Says whom the cabinet is opened for: a visitor, who is greeted before the script is there, where nothing but the bare address is known;
 * or whoever the address or a session names (`known`), for whom nothing is drawn until their profile can be drawn. For all but visitors it
 * has what a profile is drawn by fetched beside the script. The build puts this into the cabinet's page. It imports nothing; whoever it
 * cannot tell of waits for the script, which can: what is stored may be damaged.
 */
const page = document.documentElement.dataset
if (/[?&](data|result)=[^&]/.test(location.search)) page.known = ''
try {
  if (localStorage['supabase.auth.token']) page.known = ''
  else if (!sessionStorage['yasny-den.payment-return'] && !location.search && !location.hash)
    page.visitor = ''
} catch {
  // Storage is blocked.
}
if (page.visitor == null)
  document.head.append((document.getElementById('shell') as HTMLTemplateElement).content)

export {}
