let noted: Promise<Response>[] | null = null

/** Called by whoever watches `fetch`, with every request to the provider as it is made. */
export function noteProviderRequest(answer: Promise<Response>): void {
  // The provider's library reads the answer too, and an answer is read once.
  noted?.push(answer.then((response) => response.clone()))
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
