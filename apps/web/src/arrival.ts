/**
 * Supposes that whoever may have been here before is past the first screen, so that it is not drawn until `early.ts`, which stands below it,
 * has looked: to look takes a slow phone longer than to draw the screen for somebody new, whom the browser knows nothing of. Where no
 * service worker could tell, as in the browsers of other apps, everybody may have been here. The build puts this above the first screen.
 * No imports.
 */
if (history.state || navigator.serviceWorker?.controller !== null) {
  document.documentElement.dataset.resuming = '1'
}

export {}
