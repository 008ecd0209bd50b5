/**
 * Supposes that whoever may have been here before is past the first screen, so that it is not drawn until `early.ts`, which stands below it,
 * has looked: to look takes a slow phone longer than to draw the screen for somebody new, whom the browser knows nothing of. Where no
 * service worker could tell, as in the browsers of other apps, everybody may have been here. Also hears, until the quiz's script does
 * (`lib/device/era.ts`), that the device is forgotten in another tab. The build puts this above the first screen. No imports.
 */
const { dataset } = document.documentElement
if (history.state || navigator.serviceWorker?.controller !== null) dataset.resuming = '1'

addEventListener('storage', ({ key }) => {
  if (key !== 'yasny-den.era' || dataset.ready) return
  sessionStorage.removeItem('yasny-den.early')
  // Nobody answers from here on, and a script that comes meanwhile finds nothing to take over.
  dataset.resuming = '1'
  delete dataset.asks
  document.getElementById('early')?.remove()
  // As `openFreshPage` does.
  history.replaceState(null, '')
  location.reload()
})

export {}
