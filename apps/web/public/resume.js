// Runs before the page is drawn: a visitor who comes back must not see the first screen flash by. The screen is
// shown again by the script that knows the right one, or by the stylesheet after a while.
try {
  if (localStorage.getItem('yasny-den.quiz') || sessionStorage.getItem('yasny-den.result')) {
    document.documentElement.dataset.resuming = ''
  }
} catch {}
