/** Returns the phone under both names that an account has: GoTrue's clients read one, the pages the other. */
export const toAccountPhone = (phone: string) => ({ phone, phone_number: phone })
