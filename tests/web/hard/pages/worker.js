self.onfetch = event => event.respondWith(new Response('from the worker'))
