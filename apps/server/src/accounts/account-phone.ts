/** A phone as an account has it: GoTrue's clients read one of the names, and older pages the other. */
export const toAccountPhone = (phone: string) => ({ phone, phone_number: phone })
