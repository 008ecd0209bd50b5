let observedRequests: Promise<Response>[] | null = null

/** Watches `fetch` for requests to the provider, whose library uses the one it finds when it loads. */
export function observeProviderRequests(host: string): void {
  const call = window.fetch
  window.fetch = (input, init) => {
    const answer = call.call(window, input, init)
    const url = input instanceof Request ? input.url : String(input)
    if (observedRequests && url.startsWith(host)) observedRequests.push(copyOf(answer))
    return answer
  }
}

/** The answers to the requests that `act` makes to the provider before it returns. */
export function collectProviderRequests(act: () => void): Promise<Response>[] {
  const requests: Promise<Response>[] = []
  observedRequests = requests
  try {
    act()
  } finally {
    observedRequests = null
  }
  return requests
}

/** The provider's library reads the answer too, and an answer is read once. */
function copyOf(answer: Promise<Response>): Promise<Response> {
  const copy = answer.then((response) => response.clone())
  // A failure is handled elsewhere.
  copy.catch(() => {})
  return copy
}
