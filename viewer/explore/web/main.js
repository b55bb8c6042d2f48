// SPDX-License-Identifier: MIT
import {App} from './app.js';

new App().start();
