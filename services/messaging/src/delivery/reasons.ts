/** Why a message was not sent, as staff read it. They contain nothing personal. */
export const reasons = {
  failed: {
    sms: 'The SMS could not be delivered.',
    email: 'The e-mail could not be delivered.',
  },
  erased: 'This person has been erased.',
  removed: 'This customer has been removed.',
  unreachable: {
    sms: 'This customer has no phone number that can receive SMS.',
    email: 'This customer has no e-mail address.',
  },
  optedOut: {
    sms: 'This customer has opted out of SMS.',
    email: 'This customer has opted out of e-mail.',
  },
  /** It was written, and is not true any more. */
  outdated: {
    reminder: 'It was too late for this reminder.',
    late: 'It was too late for this message.',
    appointment: 'The appointment was changed before this went out.',
    paid: 'It was paid before this went out.',
    balance: 'The balance changed before this went out.',
    invoice: 'The invoice changed before this went out.',
    voided: 'The invoice was voided before this went out.',
    unknown: 'It is not known whether this is still true. Please write a new message.',
  },
  noReminder: {
    off: 'Reminders are switched off.',
    unwanted: 'This customer does not want reminders.',
    skipped: 'Left out by staff.',
    notScheduled: 'The appointment is not scheduled any more.',
    agreedLate: 'Agreed on too late for a reminder the day before.',
  },
} as const
