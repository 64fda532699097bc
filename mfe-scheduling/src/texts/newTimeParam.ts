/** In the URL of an appointment: its customer is texted the new time. */
export const newTimeParam = 'text'
