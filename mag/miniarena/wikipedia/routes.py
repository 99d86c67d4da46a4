"""Addresses of the encyclopedia's pages."""

from starlette.routing import Route

from mag.miniarena.wikipedia import views_articles, views_search

ROUTES = [
    Route("/", views_articles.main_page),
    Route("/wiki/{slug}", views_articles.article),
    Route("/history/{slug}", views_articles.history),
    Route("/locator/{slug}", views_articles.locator),
    Route("/today", views_articles.today),
    Route("/appearance", views_articles.appearance, methods=["POST"]),
    Route("/search", views_search.search),
    Route("/suggest", views_search.suggest),
    Route("/categories", views_search.categories),
    Route("/category/{slug}", views_search.category),
    Route("/index", views_search.index),
    Route("/{language}/{slug}", views_articles.edition),
]
