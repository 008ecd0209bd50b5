/** The header that carries a payment intent's secret: secrets stand in no address. */
export const intentSecretHeader = 'x-intent-secret'
