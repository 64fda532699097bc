export const services = [
  {
    title: 'General Repairs',
    icon: 'hammer',
    blurb: 'The small faults that wear a house down, put right before they grow.',
    features: [
      'Drywall patches and trim',
      'Doors, locks and hinges',
      'Decks, fences and railings',
      'Gutters and weather seals',
    ],
  },
  {
    title: 'Painting & Finishing',
    icon: 'brush',
    blurb: 'Proper preparation, clean edges and even coats, inside and out.',
    features: [
      'Walls, ceilings and trim',
      'Siding and porches',
      'Cabinets and doors',
      'Staining and sealing',
    ],
  },
  {
    title: 'Installation Services',
    icon: 'drill',
    blurb: 'New fixtures and fittings, mounted level and fixed to something solid.',
    features: [
      'Lights and ceiling fans',
      'Faucets and appliances',
      'Shelves, blinds and TV mounts',
      'Furniture assembly',
    ],
  },
  {
    title: 'Automotive & Machinery',
    icon: 'wrench',
    blurb: 'Upkeep for the engines and equipment you rely on.',
    features: [
      'Oil, filters and fluids',
      'Brakes and batteries',
      'Mowers and small engines',
      'Generators and power tools',
    ],
  },
  {
    title: 'Lawn Care & Irrigation',
    icon: 'sprinkler',
    blurb: 'Even grass, and water that goes only where it is needed.',
    features: ['Mowing and edging', 'Seeding and feeding', 'Sprinkler repair', 'Drip lines and timers'],
  },
  {
    title: 'Grounds Maintenance',
    icon: 'rake',
    blurb: 'The rest of the property, kept in order from season to season.',
    features: ['Leaf and debris removal', 'Hedges and shrubs', 'Beds, mulch and gravel', 'Pressure washing'],
  },
] as const

export type ServiceIcon = (typeof services)[number]['icon']

/** `steps` counts the 30-minute steps billed after the first hour. */
export const rateExamples = [
  { time: '1 hour', steps: 0, price: '$75' },
  { time: '1.5 hours', steps: 1, price: '$112.50' },
  { time: '2 hours', steps: 2, price: '$150' },
  { time: '3 hours', steps: 4, price: '$225' },
] as const

export const paymentMethods = ['Cash', 'Zelle', 'CashApp', 'Venmo', 'Major credit cards'] as const

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
