/** The login screen is not part of the first page of a signed-in user. */
export const loadLogin = async () => ({ default: (await import('./Login.tsx')).Login })
