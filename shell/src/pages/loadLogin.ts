/** The login screen is no part of the first page of whoever is signed in. */
export const loadLogin = async () => ({ default: (await import('./Login.tsx')).Login })
