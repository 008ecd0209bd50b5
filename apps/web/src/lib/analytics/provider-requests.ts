let noted: Promise<Response>[] | null = null

/** Called by whoever watches `fetch`, with every request to the provider as it is made. */
export function noteProviderRequest(answer: Promise<Response>): void {
  if (!noted) return
  // The provider's library reads the answer too, and an answer is read once.
  const copy = answer.then((response) => response.clone())
  // Whoever does not wait for it need not hear that there was none.
  copy.catch(() => {})
  noted.push(copy)
}

/** The answers to the requests that `act` makes before it returns. */
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
