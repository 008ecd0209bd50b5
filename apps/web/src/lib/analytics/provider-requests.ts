let noted: Promise<Response>[] | null = null

/** Watches `fetch` for requests to the provider, whose library uses the one it finds when it loads. */
export function watchProvider(host: string): void {
  const call = window.fetch
  window.fetch = (input, init) => {
    const answer = call.call(window, input, init)
    const url = input instanceof Request ? input.url : String(input)
    if (noted && url.startsWith(host)) noted.push(copyOf(answer))
    return answer
  }
}

/** The answers to the requests that `act` makes to the provider before it returns. */
export function providerRequestsOf(act: () => void): Promise<Response>[] {
  const requests: Promise<Response>[] = []
  noted = requests
  try {
    act()
  } finally {
    noted = null
  }
  return requests
}

/** The provider's library reads the answer too, and an answer is read once. */
function copyOf(answer: Promise<Response>): Promise<Response> {
  const copy = answer.then((response) => response.clone())
  // Whoever does not wait for it need not hear that there was none.
  copy.catch(() => {})
  return copy
}
