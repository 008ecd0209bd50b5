/** What the page asks of a new password before it bothers the sign-in service, which may ask for more. */
export const passwordMinLength = 8
