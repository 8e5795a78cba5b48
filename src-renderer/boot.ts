import { locale } from './words/locale.ts';
import { speak } from './words/localised.ts';

// Words are read while the modules of the application load, so another language has to be there before.
document.documentElement.lang = locale === 'de-DE' ? 'de' : 'en';
if (locale === 'de-DE') speak((await import('./words/de/index.ts')).german);
await import('./main.tsx');
