/** Why a message was not sent, as staff read it. They contain nothing of a customer. */
export const reasons = {
  failed: {
    sms: 'The SMS could not be delivered.',
    email: 'The email could not be delivered.',
  },
  /** An attempt may have succeeded, and there is no way to ask. */
  ambiguous: 'It is not known whether this was sent. Send it again if the customer did not get it.',
  /** Of all attempts, for a day. */
  unknownOutcome: {
    sms: 'It is not known whether this SMS was sent. Ask the customer before you send it again.',
    email: 'It is not known whether this email was sent. Ask the customer before you send it again.',
  },
  cancelled: 'Cancelled by staff.',
  /** `name`: of the member who ordered it; ledger and log say it without. */
  notAuthorized: (name: string, act: string) => `${name} may no longer ${act}.`,
  notAuthorizedCode: 'not sent: its author may not order it any more',
  erased: "This customer's data has been deleted.",
  removed: 'This customer has been removed.',
  unreachable: {
    sms: 'This customer has no phone number that can receive SMS.',
    email: 'This customer has no email address.',
  },
  optedOut: {
    sms: 'This customer has opted out of SMS.',
    email: 'This customer has opted out of email.',
  },
  /** The provider says that the number has no SMS. */
  noSms: 'This phone number cannot receive SMS; it may be a landline.',
  doubt: 'This customer may have asked for no more SMS. Please ask them.',
  /** It was written, and is not true any more. */
  outdated: {
    reminder: 'It was too late for this reminder.',
    late: 'It was too late for this message.',
    appointment: 'The appointment was changed before this went out.',
    paid: 'It was paid before this went out.',
    balance: 'The balance changed before this went out.',
    invoice: 'The invoice changed before this went out.',
    quote: 'The quote changed before this went out.',
    code: 'The code had ended before this went out.',
    voided: 'The invoice was voided before this went out.',
    unknown: 'It is not known whether this still applies. Please write a new message.',
  },
  /** Why a notice about changed jobs is not sent to a member. */
  notice: {
    left: 'They are not an active member of the team any more.',
    noJobs: 'Their role shows them no jobs any more.',
    unwanted: 'They do not want to be told.',
    optedOut: 'They have opted out of SMS.',
    undone: 'There was nothing left to tell.',
  },
  noFollowUp: {
    off: 'Follow-ups of quotes are switched off.',
    inPerson: 'This quote was handed over in person.',
    justViewed: 'The customer looked at it within a day.',
  },
  noReminder: {
    off: 'Reminders are switched off.',
    unwanted: 'This customer does not want reminders.',
    skipped: 'Skipped by staff.',
    notScheduled: 'The appointment is not scheduled any more.',
    agreedLate: 'Booked too late for a day-before reminder.',
  },
} as const
