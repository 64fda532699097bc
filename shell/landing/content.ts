export const steps = [
  {
    title: 'Tell us about the job',
    text: 'Fill in the estimate form or call. A few plain lines about the problem are enough.',
  },
  {
    title: 'Read your quote',
    text: "You'll get a detailed quote within 24 hours. Estimates are free.",
  },
  {
    title: 'Pick a day',
    text: 'If the price suits you, we agree on a date and put your job on the calendar.',
  },
  {
    title: 'Pay when it is done',
    text: 'You pay in full once the work is complete, with whatever method suits you.',
  },
] as const
