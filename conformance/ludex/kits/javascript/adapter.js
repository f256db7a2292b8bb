// The adapter: `node adapter.js` answers Ludex on stdin and stdout. Write your engine in game.js.
import { HELLO, METHODS } from './game.js';
import { serve } from './wire.js';

serve(HELLO, METHODS);
