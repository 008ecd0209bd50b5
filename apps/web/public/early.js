// Runs before the page is drawn. A visitor who comes back must not see the first screen flash by: it is shown again
// by the script that knows the right one, or by the stylesheet after a while.
const page = document.documentElement.dataset
try {
  if (localStorage.getItem('yasny-den.quiz') || sessionStorage.getItem('yasny-den.result')) page.resuming = ''
} catch {}

// On a slow network the button is there before the quiz is. Its press is kept until the quiz takes over.
addEventListener('click', ({ target }) => {
  if (page.ready !== undefined || !(target instanceof Element)) return
  if (target.closest('[data-step="welcome"] button')) page.startPressed = ''
})
